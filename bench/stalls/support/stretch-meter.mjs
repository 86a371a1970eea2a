// Loaded into a server's process by `--import`: measures the longest iteration of its event loop between two lines on a
// local socket, `start` and `stop`. STRETCH_METER names the file that the port is written to.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { threadTimes } from './thread-times.mjs';

let isOn = false;
let longest = 0;
let [wall, cpu] = [0, 0];

/** The shorter of wall time and CPU time counts, so that other processes do not distort it; on Linux, CPU time of this thread. */
function tick() {
  const [nowWall, nowCpu] = [performance.now(), cpuMilliseconds()];
  longest = Math.max(longest, Math.min(nowWall - wall, nowCpu - cpu));
  [wall, cpu] = [nowWall, nowCpu];
  if (isOn) setImmediate(tick);
}

const timesOfThread = threadTimes(process.pid);

function cpuMilliseconds() {
  if (timesOfThread) return timesOfThread().ran;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const listener = createServer((socket) => {
  socket.unref();
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const line = String(data).trim();
    if (line === 'start') {
      [isOn, longest, wall, cpu] = [true, 0, performance.now(), cpuMilliseconds()];
      setImmediate(tick);
      socket.write('0\n');
    } else {
      isOn = false;
      setImmediate(() => socket.write(`${longest}\n`));
    }
  });
}).listen(0, '127.0.0.1', () => writeFileSync(process.env.STRETCH_METER, String(listener.address().port)));
listener.unref();
