// args: targets comma separated (llms or folder), cells comma separated "messages:20", turns, seconds
const { BenchProcesses } = await import('./measure/bench-processes.ts');
const { startGateway } = await import('./targets/gateway.ts');
const { startLlms } = await import('./targets/llms.ts');
const { measureCalls } = await import('./measure/measure-calls.ts');
const [t, c, turns, secs] = process.argv.slice(2);
const bench = await BenchProcesses.start();
const targets = [];
for (const name of t.split(',')) targets.push([name.split('/').at(-1), name === 'llms' ? await startLlms(bench.upstreamPort) : await startGateway({ name: 'ours', folder: name, nodeFlags: [] }, bench.upstreamPort)]);
const cells = c.split(',').map((x) => x.split(':'));
const out = new Map();
try {
  for (let turn = -1; turn < Number(turns); turn++)
    for (const [format, frames] of cells)
      for (const [name, target] of turn % 2 ? targets : targets.toReversed()) {
        if (!target.formats.includes(format)) continue;
        const whole = frames === '0';
        const m = await measureCalls(bench, { name, target, prompt: 'plain', format }, { round: 0, turn, isStreaming: !whole, connections: 16, frames: whole ? null : Number(frames), seconds: turn < 0 ? 4 : Number(secs) });
        if (m.failures) console.log('FAIL', m.faults);
        if (turn >= 0) { const k = `${format}:${frames}`; const o = out.get(k) ?? out.set(k, {}).get(k); (o[name] ??= []).push([m.cpuUsPerCall, m.databaseCpuUsPerCall]); }
      }
  const med = (a) => a.toSorted((x, y) => x - y)[Math.floor(a.length / 2)];
  for (const [k, o] of out) { const base = Object.values(o)[0];
    console.log(k.padEnd(16), Object.entries(o).map(([n, v]) => `${n} ${med(v.map((x) => x[0])).toFixed(0)} (x${med(v.map((x, i) => x[0] / base[i][0])).toFixed(3)}; db ${med(v.map((x) => x[1] ?? 0)).toFixed(0)})`).join('   ')); }
} finally {
  for (const [, target] of targets) { await target.child.stop(); await target.discard?.(); }
  await bench.stop();
}
process.exit(0);
