// StartRealAPIServerOrDie with a server that runs as a process of its own: see externalserver.go.
package etcd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/pflag"
	clientv3 "go.etcd.io/etcd/client/v3"

	apiextensionsclientset "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/externalserver"
	"k8s.io/apiserver/pkg/util/compatibility"
	"k8s.io/apiserver/pkg/util/feature"
	cacheddiscovery "k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	clientset "k8s.io/client-go/kubernetes"
	restclient "k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/test/integration"
	"k8s.io/kubernetes/test/integration/framework"
)

// StartRealAPIServerOrDie starts the server of EXTERNAL_APISERVER with the options that upstream's function of this name gives
// to the one in the test's process, on an empty etcd.
func StartRealAPIServerOrDie(t *testing.T, configFuncs ...func(*options.ServerRunOptions)) *APIServer {
	dir := t.TempDir()
	gate := feature.DefaultMutableFeatureGate.DeepCopy()
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
	opts.Etcd.StorageConfig.Transport.ServerList = []string{framework.GetEtcdURL()}
	opts.Etcd.DefaultStorageMediaType = runtime.ContentTypeJSON
	opts.ServiceClusterIPRanges = "10.0.0.0/24"
	opts.Authentication.APIAudiences = []string{"https://foo.bar.example.com"}
	opts.Authentication.ServiceAccounts.Issuers = []string{"https://foo.bar.example.com"}
	opts.Authentication.ServiceAccounts.KeyFiles = []string{key}
	opts.Authorization.Modes = []string{"RBAC"}
	opts.Admission.GenericAdmission.DisablePlugins = []string{"ServiceAccount"}
	opts.APIEnablement.RuntimeConfig["api/all"] = "true"
	for _, configure := range configFuncs {
		configure(opts)
	}
	args := externalserver.ChangedFlags(flags, "feature-gates", "emulated-version", "min-compatibility-version", "secure-port", "bind-address")
	args = append(args, externalserver.FeatureFlags(gate, binary)...)

	rawClient, kv, err := integration.GetEtcdClients(opts.Etcd.StorageConfig.Transport)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Delete(context.Background(), "/registry/", clientv3.WithPrefix()); err != nil {
		t.Fatal(err)
	}
	server, err := externalserver.Start(t, externalserver.Options{Name: t.Name(), Dir: dir, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	config := server.ClientConfig
	config.QPS, config.Burst = 99999, 9999
	restclient.SetDefaultWarningHandler(restclient.NoWarnings{})
	client := clientset.NewForConfigOrDie(config)
	CreateTestCRDs(t, apiextensionsclientset.NewForConfigOrDie(config), false, GetCustomResourceDefinitionData()...)
	_, resources, err := client.Discovery().ServerGroupsAndResources()
	if err != nil {
		t.Fatal(err)
	}
	return &APIServer{
		Client:    client,
		Dynamic:   dynamic.NewForConfigOrDie(config),
		Config:    config,
		KV:        kv,
		Mapper:    restmapper.NewDeferredDiscoveryRESTMapper(cacheddiscovery.NewMemCacheClient(client.Discovery())),
		Resources: GetResources(t, resources),
		Cleanup: func() {
			server.Stop()
			rawClient.Close()
		},
	}
}
