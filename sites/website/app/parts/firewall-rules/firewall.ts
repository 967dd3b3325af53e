/** A rule for connections that come in; the first that fits decides. */
export interface Rule {
  readonly id: string
  readonly allows: boolean
  /** An IPv4 network such as `203.0.113.0/24`; null for everybody. */
  readonly from: string | null
  /** Of TCP; null for every port. */
  readonly port: number | null
}

/** An attempt to open a TCP connection. */
export interface Attempt {
  readonly id: string
  readonly from: string
  readonly port: number
}

export const rules = [
  { id: 'web', allows: true, from: null, port: 443 },
  { id: 'redirect', allows: true, from: null, port: 80 },
  { id: 'office', allows: true, from: '203.0.113.0/24', port: 22 },
  { id: 'shell', allows: false, from: null, port: 22 },
  { id: 'database', allows: true, from: '10.0.0.0/8', port: 5432 },
] as const satisfies readonly Rule[]

export const attempts = [
  { id: 'visitor', from: '192.0.2.44', port: 443 },
  { id: 'admin', from: '203.0.113.7', port: 22 },
  { id: 'stranger', from: '198.51.100.9', port: 22 },
  { id: 'application', from: '10.1.2.3', port: 5432 },
  { id: 'scanner', from: '198.51.100.9', port: 5432 },
  { id: 'spammer', from: '198.51.100.80', port: 443 },
] as const satisfies readonly Attempt[]

/** What becomes of an attempt, and the rule that decided; null where none fits and the default policy decides. */
export function decide<Given extends Rule>(
  attempt: Attempt,
  inOrder: readonly Given[],
  allowsByDefault: boolean,
): { isAllowed: boolean; rule: Given | null } {
  const rule = inOrder.find(
    ({ from, port }) => (port === null || port === attempt.port) && (from === null || isWithin(attempt.from, from)),
  )
  return rule === undefined ? { isAllowed: allowsByDefault, rule: null } : { isAllowed: rule.allows, rule }
}

/** Whether an IPv4 address lies in a network: as many of their first bits agree as the number after the slash says. */
export function isWithin(address: string, network: string): boolean {
  const [base = '', length = '32'] = network.split('/')
  const size = 2 ** (32 - Number(length))
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(base) / size)
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}
