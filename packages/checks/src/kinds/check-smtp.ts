import type { Socket } from 'node:net'
import type { Targets } from '../check.ts'
import { expiryWarning } from '../connection/certificate.ts'
import { openSecure, openSocket, requireTrust, type SecureConnection, upgradeToTls } from '../connection/connect.ts'
import { findHost } from '../connection/find-host.ts'
import { checkPort } from '../connection/ports.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { readText } from '../connection/read-text.ts'
import { CheckFault } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'

/** TLS from the first byte (RFC 8314). */
const submissionsPort = 465
/** As checks of certificates have it unless they are told otherwise. */
const warningDays = 14

/**
 * Greets a mail server and takes its leave: greeting, EHLO, and where wanted STARTTLS (RFC 3207) with a judged certificate and EHLO
 * once more. At port 465 TLS comes first. It names itself by an address literal and sends no mail.
 */
export async function checkSmtp(run: ProbeRun, { host, port, startTls }: Targets['SMTP']): Promise<Finding> {
  checkPort(run, port, 'MAIL')
  const found = await findHost(run, host)
  const first = port === submissionsPort ? await openSecure(run, found, port, { serverName: null }) : null
  if (first !== null) requireTrust(first)
  let socket: Socket = first?.socket ?? (await openSocket(run, found, port))
  let secure: SecureConnection | null = first
  const { remoteAddress: address } = socket
  const from = run.elapsed()
  socket.once('data', () => run.took('firstByteMs', from))
  const greeting = await readReply(socket, 220, 'greeting')
  const hello = `EHLO [${socket.localAddress?.includes(':') === true ? 'IPv6:' : ''}${socket.localAddress ?? '127.0.0.1'}]`
  let offers = await say(socket, hello, 250)
  if (startTls && secure === null) {
    if (!/^250[ -]STARTTLS\s*$/imu.test(offers))
      throw new CheckFault('starttls-missing', 'EHLO does not offer STARTTLS')
    await say(socket, 'STARTTLS', 220)
    secure = await upgradeToTls(run, found, socket, { serverName: null })
    requireTrust(secure)
    socket = secure.socket
    offers = await say(socket, hello, 250)
  }
  socket.write('QUIT\r\n')
  const expiresAt = secure?.certificate.expiresAt ?? null
  const text = `${greeting}${offers}`
  return finding({
    facts: {
      ...(address === undefined ? {} : { address }),
      ...(expiresAt === null ? {} : { certificateExpiresAt: expiresAt }),
    },
    content: { text: () => text, bytes: Buffer.byteLength(text) },
    warning: expiryWarning(expiresAt, warningDays, run.at),
  })
}

function say(socket: Socket, line: string, wanted: number): Promise<string> {
  socket.write(`${line}\r\n`)
  return readReply(socket, wanted, line.split(' ')[0] ?? line)
}

/** Reads a reply of one or several lines (RFC 5321 §4.2). Throws where its code is another one. */
async function readReply(socket: Socket, wanted: number, after: string): Promise<string> {
  const text = await readText(socket, (sofar) => /^\d{3}(?: .*)?\r?\n$/mu.test(lastLine(sofar)))
  const [, code] = /^(\d{3})[ \r\n-]/u.exec(text) ?? []
  if (code === undefined) throw new CheckFault('protocol', `no reply of SMTP to ${after}`)
  if (Number(code) !== wanted) throw new CheckFault('smtp-refused', `${after}: ${text.slice(0, 200).trim()}`)
  return text
}

/** The last whole line of what came so far; empty where it is not whole yet. */
function lastLine(text: string): string {
  return text.endsWith('\n') ? text.slice(text.lastIndexOf('\n', text.length - 2) + 1) : ''
}
