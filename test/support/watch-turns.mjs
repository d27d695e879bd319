// Preloaded into a gateway process (`--import`): how long one turn of its event loop took at most.
// Told over the Unix socket GW_TEST_TURNS in milliseconds of the thread's own CPU time, since what
// another process takes from a busy machine is not the gateway's doing; each answer begins anew. First
// what the gateway computed, then the same with what the kernel took to hand out memory, which in a
// sandbox is many times what it is on bare metal.
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;

let computedMs = 0;
let withKernelMs = 0;
let last = process.threadCpuUsage();
// A timer that is due runs once in every turn: two ticks have one whole turn between them at most.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  computedMs = Math.max(computedMs, user / 1_000);
  withKernelMs = Math.max(withKernelMs, (user + system) / 1_000);
}, TICK_MS).unref();

const path = process.env.GW_TEST_TURNS;
if (path && isMainThread) {
  createServer((socket) => {
    socket.end(JSON.stringify([computedMs, withKernelMs]));
    computedMs = 0;
    withKernelMs = 0;
  })
    .listen(path)
    .unref();
}
