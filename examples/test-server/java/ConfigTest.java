// npx trestle test-server exec -- java ConfigTest.java
// With a client instead of kubectl: fabric8's new KubernetesClientBuilder().build() reads KUBECONFIG, too.
public class ConfigTest {
  public static void main(String[] arguments) throws Exception {
    run("kubectl", "create", "configmap", "greeting", "--from-literal=hello=world");
    var found = run("kubectl", "get", "configmap", "greeting", "-o", "jsonpath={.data.hello}");
    if (!found.equals("world")) throw new AssertionError("unexpected: " + found);
  }

  static String run(String... command) throws Exception {
    return new String(new ProcessBuilder(command).start().getInputStream().readAllBytes());
  }
}
