import { exitCodes, Fault } from '../fault.ts'
import { printable, type Terminal } from '../terminal.ts'

/** Tells why a command ended, for people or as one line of JSON, and gives its exit code. */
export function tellFault(terminal: Pick<Terminal, 'tell'>, error: unknown, asJson: boolean): number {
  const fault =
    error instanceof Fault
      ? error
      : new Fault('failed', 'failed', error instanceof Error ? error.message : String(error))
  const { code, message, fields, advice, requestId, exit } = fault
  if (asJson) {
    const shown = {
      code,
      message,
      exitCode: exitCodes[exit],
      ...(fields.length > 0 ? { fields } : {}),
      advice,
      requestId,
    }
    terminal.tell(`${JSON.stringify({ error: shown })}\n`)
    return exitCodes[exit]
  }
  terminal.tell(printable(`bollard: ${code}: ${message}`) + '\n')
  for (const { pointer, code: fieldCode } of fields)
    terminal.tell(printable(`  ${pointer || 'body'}: ${fieldCode}`) + '\n')
  if (advice !== undefined) terminal.tell(printable(`  ${advice}`) + '\n')
  if (requestId !== undefined) terminal.tell(printable(`  Request ${requestId}`) + '\n')
  return exitCodes[exit]
}
