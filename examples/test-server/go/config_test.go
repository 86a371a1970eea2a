// A test in Go, with client-go: go test ./...
// Start the test servers first, and say where they are: export TRESTLE=http://127.0.0.1:8080 (npx trestle test-server --port 8080).
package example

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// newServer starts a server that is gone when the test has ended.
func newServer(t *testing.T) *kubernetes.Clientset {
	lease, err := http.Post(os.Getenv("TRESTLE")+"/servers", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lease.Body.Close() })
	var server struct{ Kubeconfig json.RawMessage }
	line, err := bufio.NewReader(lease.Body).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &server); err != nil {
		t.Fatal(err)
	}
	// For envtest: &envtest.Environment{UseExistingCluster: ptr.To(true), Config: config}
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	return kubernetes.NewForConfigOrDie(config)
}

func TestStoresAConfigMap(t *testing.T) {
	maps := newServer(t).CoreV1().ConfigMaps("default")
	greeting := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "greeting"}, Data: map[string]string{"hello": "world"}}
	if _, err := maps.Create(context.Background(), greeting, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	found, err := maps.Get(context.Background(), "greeting", metav1.GetOptions{})
	if err != nil || found.Data["hello"] != "world" {
		t.Fatalf("unexpected: %v, %v", found, err)
	}
}
