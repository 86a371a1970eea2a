# A test in Python, with the standard library only: python3 -m unittest test_config.py
# Start the test servers first, and say where they are: export TRESTLE=http://127.0.0.1:8080 (npx trestle test-server --port 8080).
import base64, json, os, ssl, tempfile, unittest
from urllib.request import Request, urlopen


class ConfigTest(unittest.TestCase):
    def setUp(self):
        # The server lives as long as this response is open.
        self.lease = urlopen(Request(os.environ["TRESTLE"] + "/servers", method="POST"))
        self.server = json.loads(self.lease.readline())
        config, self.tls = self.server["kubeconfig"], ssl.create_default_context()
        decoded = lambda name, part: base64.b64decode(part[name]).decode()
        self.tls.load_verify_locations(cadata=decoded("certificate-authority-data", config["clusters"][0]["cluster"]))
        with tempfile.NamedTemporaryFile("w") as pem:
            user = config["users"][0]["user"]
            pem.write(decoded("client-certificate-data", user) + decoded("client-key-data", user))
            pem.flush()
            self.tls.load_cert_chain(pem.name)

    def tearDown(self):
        self.lease.close()

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.server["url"] + path, data, {"content-type": "application/json"})
        return json.load(urlopen(request, context=self.tls))

    def test_stores_a_config_map(self):
        maps = "/api/v1/namespaces/default/configmaps"
        self.call(maps, {"metadata": {"name": "greeting"}, "data": {"hello": "world"}})
        self.assertEqual(self.call(maps)["items"][0]["data"], {"hello": "world"})


if __name__ == "__main__":
    unittest.main()
