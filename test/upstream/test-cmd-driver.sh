#!/usr/bin/env bash
# Runs the functions of test/cmd in a Kubernetes tree (the folder that it is started in) with the programs of
# APISERVER_COMMAND and CONTROLLER_MANAGER_COMMAND, which listen on SECURE_API_PORT and SECURE_CTLRMGR_PORT.
# ONLY_TESTS limits them to some functions.
set -o errexit -o nounset -o pipefail

export KUBE_CACHE_MUTATION_DETECTOR=true KUBE_PANIC_WATCH_DECODE_ERROR=true
source hack/lib/init.sh
source hack/lib/test.sh
source test/cmd/legacy-script.sh

# The programs are built beforehand, and the port of etcd is known to be free.
make() { :; }
kube::etcd::validate() { :; }

if [[ -n "${ONLY_TESTS}" ]]; then
  eval "all_$(declare -f record_command)"
  record_command() {
    if [[ " ${ONLY_TESTS} " == *" $1 "* ]]; then all_record_command "$@"; fi
  }
fi

service_account_key="${PWD}/_output/service-account.key"
openssl genrsa -out "${service_account_key}" 2048 2>/dev/null

start_apiserver() {
  ${APISERVER_COMMAND} "$@" \
    --bind-address=127.0.0.1 \
    --secure-port="${SECURE_API_PORT}" \
    --authorization-mode=RBAC,AlwaysAllow \
    --feature-gates= \
    --enable-admission-plugins=LimitRanger,ResourceQuota \
    --disable-admission-plugins=ServiceAccount,DefaultStorageClass,DefaultTolerationSeconds,MutatingAdmissionWebhook,ValidatingAdmissionWebhook,StorageObjectInUseProtection \
    --etcd-servers="http://${ETCD_HOST}:${ETCD_PORT}" \
    --runtime-config=api/v1 \
    --service-account-key-file="${service_account_key}" \
    --service-account-lookup=true \
    --service-account-issuer=https://kubernetes.default.svc \
    --service-account-signing-key-file="${service_account_key}" \
    --storage-media-type= \
    --cert-dir="${PWD}" \
    --service-cluster-ip-range=10.0.0.0/24 \
    --client-ca-file=hack/testdata/ca/ca.crt \
    --token-auth-file=hack/testdata/auth-tokens.csv 1>&2 &
  export APISERVER_PID=$!
  kube::util::wait_for_url_with_bearer_token "https://127.0.0.1:${SECURE_API_PORT}/healthz" admin-token apiserver
}

start_controller_manager() {
  local config="${PWD}/_output/controller-manager.kubeconfig"
  kubectl config --kubeconfig="${config}" set-cluster local --server="https://127.0.0.1:${SECURE_API_PORT}" --insecure-skip-tls-verify
  kubectl config --kubeconfig="${config}" set-credentials local --token=admin-token
  kubectl config --kubeconfig="${config}" set-context local --cluster=local --user=local
  kubectl config --kubeconfig="${config}" use-context local
  ${CONTROLLER_MANAGER_COMMAND} \
    --secure-port="${SECURE_CTLRMGR_PORT}" \
    --cluster-signing-cert-file=hack/testdata/ca/ca.crt \
    --cluster-signing-key-file=hack/testdata/ca/ca.key \
    --kubeconfig="${config}" 1>&2 &
  export CTLRMGR_PID=$!
  kube::util::wait_for_url "https://127.0.0.1:${SECURE_CTLRMGR_PORT}/healthz" controller-manager
}

# A server that says that it is of another version.
run_custom_version_tests() {
  set -o nounset -o errexit
  start_apiserver --version=v1.36.4-custom
  kube::test::if_has_string "$(kubectl get --raw /version)" "gitVersion.*-custom"
  kill "${APISERVER_PID}"
  wait "${APISERVER_PID}" || true
  set +o nounset +o errexit
}

setup
record_command run_custom_version_tests
start_apiserver
start_controller_manager
# Without kubelets, a node is created by hand. Fields of an annotation have managers; those of an empty object have not.
kubectl create -f - <<NODE
{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "127.0.0.1", "annotations": {"save-managers": "true"}},
 "status": {"capacity": {"memory": "1Gi"}}}
NODE
export SUPPORTED_RESOURCES=("*")
runTests
