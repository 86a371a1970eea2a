# npx trestle test-server exec -- python3 -m unittest test_config.py
import unittest
from kubernetes import client, config


class ConfigTest(unittest.TestCase):
    def test_stores_a_config_map(self):
        config.load_kube_config()  # that of KUBECONFIG
        core = client.CoreV1Api()
        core.create_namespaced_config_map("default", {"metadata": {"name": "greeting"}, "data": {"hello": "world"}})
        self.assertEqual(core.read_namespaced_config_map("greeting", "default").data, {"hello": "world"})
