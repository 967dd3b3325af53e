import { advance } from './packages/uptime/src/machine/advance.ts'
import { startMachine } from './packages/uptime/src/machine/machine.ts'
import { defaultProbed } from './packages/uptime/src/machine/settings.ts'
const s = defaultProbed(['a','b','c'], 60000, 10000)
let m = startMachine(0)
m = advance(s, m, {kind:'MAINTENANCE', now:0, windows: Array.from({length:50},(_, i)=>({from: 1e12+i*1e9, until: 1e12+i*1e9+1e6}))}).machine
const t0 = process.cpuUsage()
let n=0
for (let i=0;i<200000;i++){ const at=i*20000; const r = advance(s,m,{kind:'RESULT', now: at+300, at, place:'abc'[i%3]!, verdict: i%50===0?'DOWN':'UP', totalMs: 100}); m=r.machine; n+=r.transitions.length }
const c = process.cpuUsage(t0)
console.log(n, (c.user+c.system)/200000, 'µs each')
