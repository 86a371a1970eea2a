// npx trestle test-server exec -- go test ./...
// With envtest instead: &envtest.Environment{UseExistingCluster: ptr.To(true)}, which reads KUBECONFIG, too.
package example

import (
	"os"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func TestStoresAConfigMap(t *testing.T) {
	config, _ := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	greeting := apply.ConfigMap("greeting", "default").WithData(map[string]string{"hello": "world"})
	maps := kubernetes.NewForConfigOrDie(config).CoreV1().ConfigMaps("default")
	stored, err := maps.Apply(t.Context(), greeting, metav1.ApplyOptions{FieldManager: "test"})
	if err != nil || stored.Data["hello"] != "world" {
		t.Fatalf("unexpected: %v, %v", stored, err)
	}
}
