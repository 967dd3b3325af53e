import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { runCheck } from '@bollard/checks'
import type { RunCheck } from '../monitoring-context.ts'

const types: Readonly<Record<number, 'A' | 'TXT'>> = { 1: 'A', 16: 'TXT' }
const serverFailure = 2
const noSuchName = 3

export interface TestDns {
  /** Texts by name, and addresses of IPv4; what is not here does not exist. */
  readonly texts: Map<string, string[]>
  readonly addresses: Map<string, string>
  /** Whether it answers that it cannot say. */
  fails: boolean
  /** Checks of DNS, as they are, with this server for a resolver. */
  readonly runCheck: RunCheck
  close(): void
}

/** A DNS server on loopback. */
export async function startDns(): Promise<TestDns> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const dns: TestDns = {
    texts: new Map(),
    addresses: new Map(),
    fails: false,
    runCheck(check, { allowPrivate }) {
      if (check.kind !== 'DNS') throw new Error('only DNS is asked here')
      // What is refused without asking anybody stays so; a resolver of its own on loopback is the test's.
      const target = { ...check.target, resolver: '127.0.0.1' }
      const dnsPort = socket.address().port
      return runCheck({ ...check, target }, { allowPrivate: true, dnsPort, isPublic: () => !allowPrivate })
    },
    close: () => void socket.close(),
  }
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const name = nameIn(question)
    const records = recordsOf(dns, name, types[question.readUInt16BE(end - 4)])
    const isThere = dns.texts.has(name) || dns.addresses.has(name)
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x81_80 | (dns.fails ? serverFailure : isThere ? 0 : noSuchName), 2)
    head.writeUInt16BE(dns.fails ? 0 : records.length, 6)
    head.writeUInt32BE(0, 8)
    // Each answer names the question, has its type and class, and lives for a minute.
    const answers = records.map((data) =>
      Buffer.concat([
        Buffer.from([0xc0, 12]),
        question.subarray(end - 4, end),
        Buffer.from([0, 0, 0, 60, 0, data.length]),
        data,
      ]),
    )
    socket.send(Buffer.concat([head, question.subarray(12, end), ...(dns.fails ? [] : answers)]), port, address)
  })
  return dns
}

function nameIn(question: Buffer): string {
  const labels: string[] = []
  for (let at = 12; (question[at] ?? 0) > 0; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
  return labels.join('.').toLowerCase()
}

function recordsOf({ texts, addresses }: TestDns, name: string, type: 'A' | 'TXT' | undefined): Buffer[] {
  if (type === 'TXT')
    return (texts.get(name) ?? []).map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]))
  const address = type === 'A' ? addresses.get(name) : undefined
  return address === undefined ? [] : [Buffer.from(address.split('.').map(Number))]
}
