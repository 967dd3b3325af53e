import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../fault.ts'
import { chooseColumns, detailsOf, tableOf } from '../output/print-table.ts'
import { agrees, printable, type Terminal } from '../terminal.ts'
import { callAllPages, callOperation, openOperation } from './call-operation.ts'
import type { Operation } from './operations.ts'
import { flagFault, flagOf, hasFlag, type Line } from './read-flags.ts'
import { type OperationInput, readInput } from './read-input.ts'

/** Runs the command of an operation: reads its input, asks before something is deleted, calls, and prints the answer. */
export async function runOperation(terminal: Terminal, host: string, operation: Operation, line: Line): Promise<void> {
  const input = await readInput(terminal, operation, line)
  if (
    operation.method === 'DELETE' &&
    !(await agrees(terminal, `${operation.summary}\nGo ahead?`, hasFlag(line, 'yes')))
  )
    throw new Fault('usage', 'not-confirmed', 'Nothing was done.', { advice: 'Answer y, or call it with --yes.' })
  if (operation.answer === 'file') return saveFile(terminal, host, operation, input, line)
  if (operation.answer === 'events') return printEvents(terminal, host, operation, input)
  const asJson = hasFlag(line, 'json')
  if (operation.answer === 'page' && hasFlag(line, 'all')) return printAll(terminal, host, operation, input, asJson)
  const body = await callOperation(terminal, host, operation, input, flagOf(line, 'idempotency-key'))
  if (asJson) return terminal.write(body === null ? '' : `${JSON.stringify(body, null, 2)}\n`)
  if (body === null) return terminal.tell('Done.\n')
  terminal.write(shown(operation, body))
  const { nextCursor } = body as { nextCursor?: unknown }
  if (typeof nextCursor === 'string') terminal.tell(`There is more: --all, or --cursor ${printable(nextCursor)}\n`)
}

function shown(operation: Operation, body: unknown): string {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items))
    return detailsOf(body)
  if (body.items.length === 0) return 'None.\n'
  return tableOf(chooseColumns(operation.columns ?? [], body.items), body.items)
}

/** As JSON a line for each item, so that a long list needs no memory. */
async function printAll(
  terminal: Terminal,
  host: string,
  operation: Operation,
  input: OperationInput,
  asJson: boolean,
) {
  let columns: string[] | null = null
  for await (const items of callAllPages(terminal, host, operation, input)) {
    if (asJson) terminal.write(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    else if (items.length > 0) {
      const isFirst = columns === null
      columns ??= chooseColumns(operation.columns ?? [], items)
      const table = tableOf(columns, items)
      terminal.write(isFirst ? table : table.slice(table.indexOf('\n') + 1))
    }
  }
}

/** Into the file of `--output`, which mustn't exist, or to the standard output. */
async function saveFile(terminal: Terminal, host: string, operation: Operation, input: OperationInput, line: Line) {
  const output = flagOf(line, 'output')
  const response = await openOperation(terminal, host, operation, input)
  const { body } = response
  if (body === null) throw new Fault('unavailable', 'answer-invalid', 'The answer has no content.')
  if (output === undefined) {
    if (!/^(?:text\/|application\/(?:json|xml))/u.test(response.headers.get('content-type') ?? ''))
      throw flagFault('output', 'value-missing', 'is needed, because the file is no text')
    for await (const piece of body.pipeThrough(new TextDecoderStream())) terminal.write(piece)
    return
  }
  const file = resolve(terminal.cwd, output)
  // Of what others might be, such as invoices and exports.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  let isMine = false
  target.once('open', () => (isMine = true))
  try {
    await pipeline(piecesOf(body), target)
  } catch (error) {
    if (isMine) await rm(file, { force: true })
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Fault('usage', 'file-exists', `${file} exists already.`, {
        fields: [{ pointer: '--output', code: 'file-exists' }],
      })
    throw error
  }
  terminal.tell(`Saved ${file}.\n`)
}

async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) yield piece
}

/** A line of JSON for each event, until the service ends the stream or the person ends the command. */
async function printEvents(
  terminal: Terminal,
  host: string,
  operation: Operation,
  input: OperationInput,
): Promise<void> {
  const response = await openOperation(terminal, host, operation, input)
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split(/\r?\n/u)
    rest = lines.pop() ?? ''
    if (rest.length > 2 ** 20) throw new Fault('unavailable', 'answer-too-large', 'An event has no end.')
    for (const one of lines) if (one.startsWith('data:')) terminal.write(`${printable(one.slice(5).trim())}\n`)
  }
}
