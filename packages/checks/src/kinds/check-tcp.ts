import type { Targets } from '../check.ts'
import { openSocket } from '../connection/connect.ts'
import { findHost } from '../connection/find-host.ts'
import { checkPort } from '../connection/ports.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { readText } from '../connection/read-text.ts'
import { type Finding, finding } from '../finding.ts'

/** Opens a connection; sends a text and waits for another where the check has them. */
export async function checkTcp(run: ProbeRun, { host, port, send, expect }: Targets['TCP']): Promise<Finding> {
  checkPort(run, port, 'TEXT')
  const socket = await openSocket(run, await findHost(run, host), port)
  const { remoteAddress: address } = socket
  const facts = address === undefined ? {} : { address }
  const from = run.elapsed()
  socket.once('data', () => run.took('firstByteMs', from))
  if (send !== null) socket.write(send)
  return expect === null
    ? finding({ facts })
    : findText(facts, expect, await readText(socket, (text) => text.includes(expect)))
}

/** What a text that came, and should hold another, says about the service. */
export function findText(facts: Finding['facts'], expect: string, text: string): Finding {
  return finding({
    facts,
    content: { text: () => text, bytes: Buffer.byteLength(text) },
    fault: text.includes(expect)
      ? null
      : { code: 'unexpected-answer', detail: `${Buffer.byteLength(text)} bytes without the expected text` },
  })
}
