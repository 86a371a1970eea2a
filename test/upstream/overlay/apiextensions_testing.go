// StartTestServer with a server that runs as a process of its own: see externalserver.go. Instead of an API server for
// extensions alone, a whole one is started.
package testing

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/apiserver/pkg/externalserver"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/util/keyutil"
	basecompatibility "k8s.io/component-base/compatibility"
)

// Flags that only an API server beside another one has.
var delegatingFlags = []string{"--authentication-skip-lookup", "--authentication-kubeconfig", "--authorization-kubeconfig", "--kubeconfig"}

// StartTestServer starts the server of EXTERNAL_APISERVER.
func StartTestServer(t Logger, _ *TestServerInstanceOptions, customFlags []string, storageConfig *storagebackend.Config) (result TestServer, err error) {
	if result.TmpDir, err = os.MkdirTemp("", "apiextensions-apiserver"); err != nil {
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
	registry := basecompatibility.NewComponentGlobalsRegistry()
	if err := registry.Register(basecompatibility.DefaultKubeComponent, effective, gate); err != nil {
		return result, err
	}
	featureFlags := externalserver.FeatureFlags(gate, binary)

	s := options.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	s.ServerRunOptions.ComponentGlobalsRegistry = registry
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	s.AddFlags(flags)
	s.RecommendedOptions.SecureServing.ServerCert.CertDirectory = result.TmpDir
	if storageConfig != nil {
		s.RecommendedOptions.Etcd.StorageConfig = *storageConfig
	}
	if err := flags.Parse(customFlags); err != nil {
		return result, err
	}
	if err := registry.Set(); err != nil {
		return result, err
	}
	key, err := writeServiceAccountKey(result.TmpDir)
	if err != nil {
		return result, err
	}
	args := append([]string{
		"--runtime-config=api/all=true",
		"--service-account-issuer=https://foo.bar.example.com",
		"--service-account-key-file=" + key,
		"--service-account-signing-key-file=" + key,
		"--service-cluster-ip-range=10.0.0.0/24",
	}, featureFlags...)
	args = append(args, ownFlags(customFlags)...)
	server, err := externalserver.Start(t, externalserver.Options{Name: testName(t), Dir: result.TmpDir, Args: args})
	if err != nil {
		return result, err
	}
	result.ClientConfig = server.ClientConfig
	s.RecommendedOptions.SecureServing.BindPort = server.Port
	result.ServerOpts = s
	result.TearDownFn = func() {
		server.Stop()
		os.RemoveAll(result.TmpDir)
	}
	return result, nil
}

func ownFlags(args []string) []string {
	kept := []string{}
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		delegating := false
		for _, flag := range delegatingFlags {
			delegating = delegating || name == flag
		}
		switch {
		case !delegating:
			kept = append(kept, args[i])
		case !joined && i+1 < len(args) && !strings.HasPrefix(args[i+1], "--"):
			i++
		}
	}
	return kept
}

func writeServiceAccountKey(dir string) (string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", err
	}
	encoded, err := keyutil.MarshalPrivateKeyToPEM(key)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "service-account.key")
	return file, os.WriteFile(file, encoded, 0600)
}

func testName(t any) string {
	if named, ok := t.(interface{ Name() string }); ok {
		return named.Name()
	}
	return "test"
}
