// npx trestle test-server exec -- go test ./...
// With envtest instead: &envtest.Environment{UseExistingCluster: ptr.To(true)}, which reads KUBECONFIG, too.
package example

import (
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func TestStoresAConfigMap(t *testing.T) {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		t.Fatal(err)
	}
	maps := kubernetes.NewForConfigOrDie(config).CoreV1().ConfigMaps("default")
	greeting := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "greeting"}, Data: map[string]string{"hello": "world"}}
	created, err := maps.Create(t.Context(), greeting, metav1.CreateOptions{})
	if err != nil || created.Data["hello"] != "world" {
		t.Fatalf("unexpected: %v, %v", created, err)
	}
}
