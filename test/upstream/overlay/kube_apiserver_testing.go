// StartTestServer with a server that runs as a process of its own: see externalserver.go.
package testing

import (
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"crypto/rand"

	"github.com/spf13/pflag"

	"k8s.io/apiserver/pkg/externalserver"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/component-base/featuregate"
	featuregatetesting "k8s.io/component-base/featuregate/testing"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	testutil "k8s.io/kubernetes/test/utils"
	"k8s.io/kubernetes/test/utils/ktesting"
)

// StartTestServer starts the server of EXTERNAL_APISERVER with the options that upstream's function of this name gives to the
// one in the test's process.
func StartTestServer(t ktesting.TB, instance *TestServerInstanceOptions, customFlags []string, storageConfig *storagebackend.Config) (result TestServer, err error) {
	if instance == nil {
		instance = NewDefaultTestServerOptions()
	}
	if instance.StorageVersionWrapFunc != nil || instance.BinaryVersion != "" {
		t.Skip("external server: the test changes the server within the process")
	}
	if result.TmpDir, err = os.MkdirTemp("", "kubernetes-kube-apiserver"); err != nil {
		return result, err
	}
	defer func() {
		if result.TearDownFn == nil {
			os.RemoveAll(result.TmpDir)
		}
	}()

	gate := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	effective := compatibility.DefaultKubeEffectiveVersionForTest()
	binary := fmt.Sprintf("%d.%d", effective.BinaryVersion().Major(), effective.BinaryVersion().Minor())
	effective.SetEmulationVersion(gate.EmulationVersion())
	effective.SetMinCompatibilityVersion(gate.MinCompatibilityVersion())
	registry := basecompatibility.NewComponentGlobalsRegistry()
	if err := registry.Register(basecompatibility.DefaultKubeComponent, effective, gate); err != nil {
		return result, err
	}
	featureFlags := externalserver.FeatureFlags(gate, binary)
	if !effective.BinaryVersion().EqualTo(effective.EmulationVersion()) {
		featureFlags = append(featureFlags, "--runtime-config-emulation-forward-compatible=true")
	}

	s := options.NewServerRunOptions()
	s.GenericServerRunOptions.ComponentGlobalsRegistry = registry
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for _, section := range s.Flags().FlagSets {
		flags.AddFlagSet(section)
	}
	if instance.RequestTimeout > 0 {
		s.GenericServerRunOptions.RequestTimeout = instance.RequestTimeout
	}
	s.SecureServing.ServerCert.CertDirectory = result.TmpDir
	s.ServiceClusterIPRanges = "10.0.0.0/16"
	s.Etcd.StorageConfig = *storageConfig
	if instance.EnableCertAuth {
		if err := setCertificates(s, instance.ProxyCA, result.TmpDir); err != nil {
			return result, err
		}
	}
	key := filepath.Join(result.TmpDir, "service-account.key")
	if err := os.WriteFile(key, []byte(ecdsaPrivateKey), 0600); err != nil {
		return result, err
	}
	args := externalserver.ChangedFlags(flags, "feature-gates", "emulated-version", "min-compatibility-version")
	args = append(args, featureFlags...)
	args = append(args, customFlags...)
	// As upstream: whatever flags say about the keys of service accounts, these are used.
	args = withoutFlags(args, "--service-account-issuer", "--service-account-key-file", "--service-account-signing-key-file")
	args = append(args, "--service-account-issuer=https://foo.bar.example.com", "--service-account-key-file="+key)
	if !hasFlag(customFlags, "--service-account-signing-endpoint") {
		args = append(args, "--service-account-signing-key-file="+key)
	}

	if err := flags.Parse(customFlags); err != nil {
		return result, err
	}
	if err := registry.Set(); err != nil {
		return result, err
	}
	followGates(t, gate, effective)
	s.ServiceAccountSigningKeyFile = key
	s.Authentication.ServiceAccounts.Issuers = []string{"https://foo.bar.example.com"}
	s.Authentication.ServiceAccounts.KeyFiles = []string{key}

	server, err := externalserver.Start(t, externalserver.Options{
		Name: testName(t), Dir: result.TmpDir, Args: args, SkipHealthz: instance.SkipHealthzCheck,
	})
	if err != nil {
		return result, err
	}
	etcdClient, _, err := GetEtcdClients(storageConfig.Transport)
	if err != nil {
		server.Stop()
		return result, err
	}
	result.ClientConfig = server.ClientConfig
	result.ClientConfig.QPS = 1000
	result.ClientConfig.Burst = 10000
	s.SecureServing.BindPort = server.Port
	result.ServerOpts = s
	result.EtcdClient = etcdClient
	result.EtcdStoragePrefix = storageConfig.Prefix
	result.TearDownFn = func() {
		server.Stop()
		etcdClient.Close()
		os.RemoveAll(result.TmpDir)
	}
	return result, nil
}

// followGates gives the test's own process the gates that flags have set: clients read them too.
func followGates(t ktesting.TB, gate featuregate.MutableVersionedFeatureGate, effective basecompatibility.MutableEffectiveVersion) {
	current := utilfeature.DefaultMutableFeatureGate
	if !gate.EmulationVersion().EqualTo(current.EmulationVersion()) || !gate.MinCompatibilityVersion().EqualTo(current.MinCompatibilityVersion()) {
		featuregatetesting.SetFeatureGateVersionsDuringTest(t, current, effective.EmulationVersion(), effective.MinCompatibilityVersion())
	}
	changed := map[featuregate.Feature]bool{}
	for name := range current.GetAll() {
		if gate.Enabled(name) != current.Enabled(name) {
			changed[name] = gate.Enabled(name)
		}
	}
	if len(changed) > 0 {
		featuregatetesting.SetFeatureGatesDuringTest(t, utilfeature.DefaultFeatureGate, changed)
	}
}

// setCertificates has the server accept client certificates and proxies, and gives it one with which it is a proxy itself.
func setCertificates(s *options.ServerRunOptions, proxyCA *ProxyCA, dir string) error {
	if proxyCA == nil {
		key, authority, err := newAuthority("front-proxy-ca")
		if err != nil {
			return err
		}
		proxyCA = &ProxyCA{ProxySigningCert: authority, ProxySigningKey: key}
	}
	_, clientAuthority, err := newAuthority("client-ca")
	if err != nil {
		return err
	}
	proxyKey, err := testutil.NewPrivateKey()
	if err != nil {
		return err
	}
	template := x509.Certificate{
		Subject:      pkix.Name{CommonName: "misty"},
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		NotBefore:    proxyCA.ProxySigningCert.NotBefore,
		NotAfter:     time.Now().Add(24 * time.Hour),
		KeyUsage:     x509.KeyUsageKeyEncipherment | x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, proxyCA.ProxySigningCert, proxyKey.Public(), proxyCA.ProxySigningKey)
	if err != nil {
		return err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return err
	}
	encodedKey, err := keyutil.MarshalPrivateKeyToPEM(proxyKey)
	if err != nil {
		return err
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	for name, content := range map[string][]byte{
		"proxy-ca.crt":  testutil.EncodeCertPEM(proxyCA.ProxySigningCert),
		"client-ca.crt": testutil.EncodeCertPEM(clientAuthority),
		"misty-crt.crt": testutil.EncodeCertPEM(certificate),
		"misty-crt.key": encodedKey,
	} {
		if err := os.WriteFile(file(name), content, 0600); err != nil {
			return err
		}
	}
	s.Authentication.RequestHeader.ClientCAFile = file("proxy-ca.crt")
	s.Authentication.RequestHeader.AllowedNames = []string{"ash", "misty", "brock"}
	s.Authentication.RequestHeader.UsernameHeaders = []string{"x-remote-user"}
	s.Authentication.RequestHeader.UIDHeaders = []string{"x-remote-uid"}
	s.Authentication.RequestHeader.GroupHeaders = []string{"x-remote-group"}
	s.Authentication.RequestHeader.ExtraHeaderPrefixes = []string{"x-remote-extra-"}
	s.Authentication.ClientCert.ClientCA = file("client-ca.crt")
	s.ProxyClientCertFile = file("misty-crt.crt")
	s.ProxyClientKeyFile = file("misty-crt.key")
	return nil
}

func newAuthority(name string) (*rsa.PrivateKey, *x509.Certificate, error) {
	key, err := testutil.NewPrivateKey()
	if err != nil {
		return nil, nil, err
	}
	authority, err := cert.NewSelfSignedCACert(cert.Config{CommonName: name}, key)
	return key, authority, err
}

func hasFlag(args []string, flag string) bool {
	return len(withoutFlags(args, flag)) != len(args)
}

func withoutFlags(args []string, flags ...string) []string {
	kept := []string{}
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		dropped := false
		for _, flag := range flags {
			dropped = dropped || name == flag
		}
		if !dropped {
			kept = append(kept, args[i])
		} else if !joined {
			i++
		}
	}
	return kept
}

func testName(t any) string {
	if named, ok := t.(interface{ Name() string }); ok {
		return named.Name()
	}
	return "test"
}
