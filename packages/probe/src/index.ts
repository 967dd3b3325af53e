export { type KeptChecks, openKeptChecks } from './kept-checks.ts'
export { createProbe, type Probe, type ProbeNews, type ProbeOptions } from './probe.ts'
export { openSpool, type Spool, type SpoolBounds } from './spool.ts'
