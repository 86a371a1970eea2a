// A test in Java, with its standard library only: java ConfigTest.java
// Start the test servers first, and say where they are: export TRESTLE=http://127.0.0.1:8080 (npx trestle test-server --port 8080).
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class ConfigTest {
  public static void main(String[] arguments) throws Exception {
    var control = URI.create(System.getenv("TRESTLE"));
    var http = HttpClient.newHttpClient();
    var create = HttpRequest.newBuilder(control.resolve("/servers")).POST(HttpRequest.BodyPublishers.noBody()).build();
    // The server lives as long as this stream is open.
    try (var lease = new BufferedReader(new InputStreamReader(http.send(create, BodyHandlers.ofInputStream()).body()))) {
      var server = lease.readLine();
      var file = text(server, "kubeconfigFile");
      run("kubectl", "--kubeconfig", file, "create", "configmap", "greeting", "--from-literal=hello=world");
      var answer = run("kubectl", "--kubeconfig", file, "get", "configmap", "greeting", "-o", "jsonpath={.data.hello}");
      if (!answer.equals("world")) throw new AssertionError("unexpected: " + answer);
      System.out.println("ok");
    }
  }

  /** The value of a text field; a test of yours would use its JSON library, and a client such as fabric8's. */
  static String text(String json, String field) {
    var matcher = Pattern.compile("\"" + field + "\":\"([^\"]*)\"").matcher(json);
    if (!matcher.find()) throw new AssertionError("no " + field + " in " + json);
    return matcher.group(1);
  }

  static String run(String... command) throws Exception {
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) throw new AssertionError(String.join(" ", command) + " failed");
    return output;
  }
}
