import { spawn } from 'node:child_process'
import type { Targets } from '../check.ts'
import { findHost } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'

const outputLengthMax = 16_384

/**
 * Sends echo requests by the system's `ping`, because Node opens no ICMP sockets. `ping` gets the address that was checked, never
 * the name. Where there is none, or it may not open its socket, the result is UNKNOWN and says why. `firstByteMs` is the
 * mean time of the echoes.
 */
export async function checkIcmp(run: ProbeRun, { host, packets }: Targets['ICMP']): Promise<Finding> {
  const [{ address, family } = { address: '', family: 4 }] = (await findHost(run, host)).addresses
  const seconds = Math.max(1, Math.floor(run.left() / 1_000))
  const counts = ['-n', '-q', '-c', String(packets), '-i', '0.2', '-w', String(seconds)]
  const { output, complaint } = await runPing(run, [...(family === 6 ? ['-6'] : []), ...counts, address])
  const [, sent, received] = /(\d+) packets transmitted, (\d+) (?:packets )?received/u.exec(output) ?? []
  if (sent === undefined || received === undefined)
    throw new CheckFault('ping-unavailable', complaint || 'ping said nothing that can be read')
  const [, mean] = /= [\d.]+\/([\d.]+)\//u.exec(output) ?? []
  if (mean !== undefined) run.phases.firstByteMs = Number(mean)
  const lost = Number(sent) - Number(received)
  const detail = `${received} of ${sent} came back`
  return finding({
    facts: { address },
    fault: Number(received) === 0 ? { code: 'no-reply', detail } : null,
    warning: lost > 0 ? { code: 'packets-lost', detail } : null,
  })
}

function runPing(run: ProbeRun, given: readonly string[]): Promise<{ output: string; complaint: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(run.options.pingProgram ?? 'ping', given, {
      // Its messages are read, so they have to be English; it needs nothing else from us.
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    run.hold({ destroy: () => child.kill('SIGKILL'), on: (event, listener) => child.on(event, listener) })
    let output = ''
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output = `${output}${String(chunk)}`.slice(0, outputLengthMax)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${String(chunk)}`.slice(0, 200)
    })
    child.on('error', (error) => reject(new CheckFault('ping-unavailable', error.message)))
    child.on('close', () => resolve({ output, complaint: complaint.trim() }))
  })
}
