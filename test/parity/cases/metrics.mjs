// Families of metrics: type, stability, labels and buckets, after requests that all of them count.
export const parallel = 4;

const watchList =
  'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1';

let scraping;

/** The text of /metrics after some requests, once for all cases. */
function scraped(t) {
  scraping ??= traffic(t);
  return scraping;
}

async function traffic(t) {
  const ns = await t.ns();
  const maps = `/api/v1/namespaces/${ns}/configmaps`;
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'b' } };
  await t.post(`${maps}?fieldValidation=Strict`, body);
  await t.get(`${maps}/a`);
  await t.get(maps);
  await t.put(`${maps}/a`, { ...body, data: { a: 'c' } });
  await t.get(`${maps}?${watchList}`);
  await t.del(`${maps}/a`);
  await t.get('/apis/nothing.example.com/v1/things');
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
  await t.post(`/api/v1/namespaces/${ns}/services`, service);
  await t.get('/readyz?verbose');
  // Not exempt from flow control.
  await t.get('/version', { headers: { 'Impersonate-User': 'joe' } });
  await t.get('/metrics');
  return (await t.get('/metrics')).text;
}

/** A family of the text format of Prometheus: without its values, which differ. */
function familyIn(text, name) {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.startsWith(`# HELP ${name} `));
  if (begin < 0) return 'not served';
  const [, stability] = /\[(ALPHA|BETA|STABLE)\]/.exec(lines[begin]) ?? [];
  const type = lines[begin + 1].split(' ').at(-1);
  const labels = new Set();
  const buckets = new Set();
  for (const line of lines.slice(begin + 2)) {
    if (line.startsWith('#') || line === '') break;
    for (const [, label, value] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      if (label === 'le') buckets.add(value);
      else labels.add(label);
    }
  }
  return { type, stability, labels: [...labels].sort(), buckets: [...buckets] };
}

const families = `
aggregator_discovery_aggregation_count_total
aggregator_unavailable_apiservice
apiserver_admission_controller_admission_duration_seconds
apiserver_admission_step_admission_duration_seconds
apiserver_audit_event_total
apiserver_audit_requests_rejected_total
apiserver_cache_list_fetched_objects_total
apiserver_cache_list_returned_objects_total
apiserver_cache_list_total
apiserver_current_inflight_requests
apiserver_current_inqueue_requests
apiserver_flowcontrol_current_executing_requests
apiserver_flowcontrol_current_executing_seats
apiserver_flowcontrol_current_limit_seats
apiserver_flowcontrol_current_r
apiserver_flowcontrol_demand_seats
apiserver_flowcontrol_demand_seats_average
apiserver_flowcontrol_dispatched_requests_total
apiserver_flowcontrol_lower_limit_seats
apiserver_flowcontrol_nominal_limit_seats
apiserver_flowcontrol_priority_level_request_utilization
apiserver_flowcontrol_priority_level_seat_utilization
apiserver_flowcontrol_request_execution_seconds
apiserver_flowcontrol_request_wait_duration_seconds
apiserver_flowcontrol_seat_fair_frac
apiserver_flowcontrol_target_seats
apiserver_flowcontrol_upper_limit_seats
apiserver_flowcontrol_work_estimated_seats
apiserver_init_events_total
apiserver_longrunning_requests
apiserver_request_body_size_bytes
apiserver_request_duration_seconds
apiserver_request_filter_duration_seconds
apiserver_request_sli_duration_seconds
apiserver_request_total
apiserver_resource_objects
apiserver_response_sizes
apiserver_storage_events_received_total
apiserver_storage_list_evaluated_objects_total
apiserver_storage_list_fetched_objects_total
apiserver_storage_list_returned_objects_total
apiserver_storage_list_total
apiserver_storage_objects
apiserver_tls_handshake_errors_total
apiserver_watch_cache_consistent_read_total
apiserver_watch_cache_events_dispatched_total
apiserver_watch_cache_events_received_total
apiserver_watch_cache_initializations_total
apiserver_watch_cache_read_wait_seconds
apiserver_watch_cache_resource_version
apiserver_watch_events_sizes
apiserver_watch_events_total
apiserver_watch_list_duration_seconds
authenticated_user_requests
authentication_attempts
authentication_duration_seconds
authorization_attempts_total
authorization_duration_seconds
etcd_request_duration_seconds
etcd_requests_total
field_validation_request_duration_seconds
kubernetes_feature_enabled
process_start_time_seconds
rest_client_request_duration_seconds
rest_client_requests_total
watch_cache_capacity
workqueue_adds_total
workqueue_depth
workqueue_queue_duration_seconds
workqueue_work_duration_seconds
`
  .trim()
  .split('\n');

export const cases = families.map((name) => ({
  name,
  async run(t) {
    t.see('family', familyIn(await scraped(t), name));
  },
}));
