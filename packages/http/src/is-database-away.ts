/** Ways in which a socket to the database fails. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
/**
 * Class 08 is a lost connection; 57P0x a server that stops or starts; 57014 a statement that took too long; class 53 a full
 * disk, no memory or too many connections; 58030 a disk that fails; 25006 a standby, which only reads until it is
 * promoted.
 */
const stateCode = /^(?:08...|57P0[1-5]|57014|53...|58030|25006)$/u
/** What node-postgres throws without any code. */
const driverMessage =
  /^(?:timeout exceeded when trying to connect|Query read timeout|Too much waits for the database|The database does not answer|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/u

/** Whether the fault is that the database cannot be reached, so that the same call may work later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const code = 'code' in current ? String(current.code) : ''
    if (isSocketFault(current, code) || stateCode.test(code) || driverMessage.test(current.message)) return true
  }
  return false
}

/** A missing file is ENOENT too; only a failed system call on a socket counts. */
function isSocketFault(error: Error, code: string): boolean {
  if (!socketCodes.has(code)) return false
  return code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect')
}
