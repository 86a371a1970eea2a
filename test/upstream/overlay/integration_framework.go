// StartTestServer with a server that runs as a process of its own: see externalserver.go.
package framework

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/uuid"
	"github.com/spf13/pflag"

	"k8s.io/apiserver/pkg/externalserver"
	genericapiserver "k8s.io/apiserver/pkg/server"
	serverstorage "k8s.io/apiserver/pkg/server/storage"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	client "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/cert"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/pkg/controlplane"
	controlplaneapiserver "k8s.io/kubernetes/pkg/controlplane/apiserver"
	"k8s.io/kubernetes/test/utils"
)

// StartTestServer starts the server of EXTERNAL_APISERVER with the options that upstream's function of this name gives to the
// one in the test's process.
func StartTestServer(ctx context.Context, t testing.TB, setup TestServerSetup) (client.Interface, *rest.Config, TearDownFunc) {
	configFlags := flagsOfConfig(t, setup.ModifyServerConfig)
	dir, err := os.MkdirTemp("", "test-integration-")
	if err != nil {
		t.Fatal(err)
	}
	gate := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	effective := compatibility.DefaultKubeEffectiveVersionForTest()
	binary := fmt.Sprintf("%d.%d", effective.BinaryVersion().Major(), effective.BinaryVersion().Minor())
	effective.SetEmulationVersion(gate.EmulationVersion())
	registry := basecompatibility.NewComponentGlobalsRegistry()
	if err := registry.Register(basecompatibility.DefaultKubeComponent, effective, gate); err != nil {
		t.Fatal(err)
	}
	opts := options.NewServerRunOptions()
	opts.GenericServerRunOptions.ComponentGlobalsRegistry = registry
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for _, section := range opts.Flags().FlagSets {
		flags.AddFlagSet(section)
	}

	key := filepath.Join(dir, "service-account.key")
	if err := os.WriteFile(key, []byte(ecdsaPrivateKey), 0600); err != nil {
		t.Fatal(err)
	}
	opts.SecureServing.ServerCert.CertDirectory = dir
	opts.ServiceAccountSigningKeyFile = key
	opts.Etcd.StorageConfig.Prefix = path.Join("/", uuid.New().String(), "registry")
	opts.Etcd.StorageConfig.Transport.ServerList = []string{GetEtcdURL()}
	opts.ServiceClusterIPRanges = "10.0.0.0/24"
	opts.Authentication.RequestHeader.UsernameHeaders = []string{"X-Remote-User"}
	opts.Authentication.RequestHeader.GroupHeaders = []string{"X-Remote-Group"}
	opts.Authentication.RequestHeader.ExtraHeaderPrefixes = []string{"X-Remote-Extra-"}
	opts.Authentication.RequestHeader.AllowedNames = []string{"kube-aggregator"}
	opts.Authentication.RequestHeader.ClientCAFile = writeAuthority(t, dir, "front-proxy-ca")
	opts.Authentication.APIAudiences = []string{"https://foo.bar.example.com"}
	opts.Authentication.ServiceAccounts.Issuers = []string{"https://foo.bar.example.com"}
	opts.Authentication.ServiceAccounts.KeyFiles = []string{key}
	opts.Authentication.ClientCert.ClientCA = writeAuthority(t, dir, "client-ca")
	opts.Authorization.Modes = []string{"Node", "RBAC"}
	if setup.ModifyServerRunOptions != nil {
		setup.ModifyServerRunOptions(opts)
	}

	args := externalserver.ChangedFlags(flags, "feature-gates", "emulated-version", "min-compatibility-version", "secure-port", "bind-address")
	args = append(args, externalserver.FeatureFlags(gate, binary)...)
	args = append(args, configFlags...)
	server, err := externalserver.Start(t, externalserver.Options{Name: t.Name(), Dir: dir, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	tearDown := func() {
		server.Stop()
		if err := os.RemoveAll(dir); err != nil {
			t.Log(err)
		}
	}
	kubeClient, err := client.NewForConfig(server.ClientConfig)
	if err != nil {
		t.Fatal(err)
	}
	return kubeClient, server.ClientConfig, tearDown
}

// flagsOfConfig returns flags for what a test changes in the configuration of a server, and skips a test that changes what no
// flag can: it lets the test change an empty configuration.
func flagsOfConfig(t testing.TB, modify func(*controlplane.Config)) []string {
	if modify == nil {
		return nil
	}
	changed, unchanged := emptyConfig(), emptyConfig()
	func() {
		defer func() {
			if problem := recover(); problem != nil {
				t.Skipf("external server: the test reads the server's configuration: %v", problem)
			}
		}()
		modify(changed)
	}()
	flags := []string{}
	if reconciler := changed.Extra.EndpointReconcilerType; reconciler != "" {
		flags = append(flags, "--endpoint-reconciler-type="+string(reconciler))
		changed.Extra.EndpointReconcilerType = ""
	}
	if resources, ok := changed.ControlPlane.Extra.APIResourceConfigSource.(*serverstorage.ResourceConfig); ok {
		flags = append(flags, runtimeConfig(resources)...)
		changed.ControlPlane.Extra.APIResourceConfigSource = nil
	}
	if !reflect.DeepEqual(changed, unchanged) {
		t.Skip("external server: the test changes the server within the process")
	}
	return flags
}

func emptyConfig() *controlplane.Config {
	return &controlplane.Config{
		ControlPlane: controlplaneapiserver.Config{Generic: &genericapiserver.Config{LoopbackClientConfig: &rest.Config{}}},
	}
}

func runtimeConfig(resources *serverstorage.ResourceConfig) []string {
	flags := []string{}
	byDefault := controlplane.DefaultAPIResourceConfigSource()
	for version, enabled := range resources.GroupVersionConfigs {
		if before, known := byDefault.GroupVersionConfigs[version]; !known || before != enabled {
			flags = append(flags, fmt.Sprintf("--runtime-config=%s=%t", version.String(), enabled))
		}
	}
	for resource, enabled := range resources.ResourceConfigs {
		if before, known := byDefault.ResourceConfigs[resource]; !known || before != enabled {
			flags = append(flags, fmt.Sprintf("--runtime-config=%s/%s=%t", resource.GroupVersion().String(), resource.Resource, enabled))
		}
	}
	return flags
}

func writeAuthority(t testing.TB, dir, name string) string {
	key, err := utils.NewPrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	authority, err := cert.NewSelfSignedCACert(cert.Config{CommonName: name}, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, name+".crt")
	if err := os.WriteFile(file, utils.EncodeCertPEM(authority), 0600); err != nil {
		t.Fatal(err)
	}
	return file
}
