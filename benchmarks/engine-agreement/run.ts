/**
 * Whether engines agree: every browser that can be had here, set in many ways, answers the same programs of the engine proof. A
 * grammar ships only when the engines of `agreedEngines` give every answer alike in every set-up; those engines and versions are the
 * ones whose visitors are held to an answer from the first day. Others are measured too, and are held to nothing. Linux, with the programs that the bot lab installs.
 *   node benchmarks/engine-agreement/run.ts [--programs 3000] [--only "Firefox, plain"]
 * With `--only` nothing is written. `EMULATORS` names a folder of packages with jsdom and happy-dom.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserLaunchOptions } from '@bollard/testing'
import { z } from 'zod'
import { agreedEngines } from '../../packages/engine-proof/src/agreed.ts'
import { grammarVersion } from '../../packages/engine-proof/src/grammar.ts'
import { sourceHash } from '../../packages/engine-proof/src/source-hash.ts'
import { startDisplay } from '../bot-lab/display.ts'
import { askEmulators } from './ask-emulators.ts'
import type { Result } from './result.ts'
import { type SetUp, setUps } from './set-ups.ts'

const { values } = parseArgs({
  options: { programs: { type: 'string', default: '3000' }, only: { type: 'string' } },
})
const programs = Number(values.programs)
const runMsMax = 240_000
const postedSchema = z.object({
  answers: z.array(z.int()),
  fault: z.string().nullable(),
  ms: z.number(),
  userAgent: z.string(),
  pixelRatio: z.number(),
  forcedColors: z.boolean(),
})
type Posted = z.infer<typeof postedSchema>

const source = readFileSync(new URL('../../packages/engine-proof/src/interpret.ts', import.meta.url), 'utf8')
const interpreter = stripTypeScriptTypes(source)
const page = readFileSync(new URL('page/answer-programs.js', import.meta.url), 'utf8')

let onAnswers: (posted: Posted) => void = () => undefined
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      onAnswers(postedSchema.parse(JSON.parse(text)))
      response.end()
    })
    return
  }
  const [type, body] =
    request.url === '/interpret.js'
      ? ['text/javascript', interpreter]
      : request.url === '/answer-programs.js'
        ? ['text/javascript', page]
        : [
            'text/html',
            '<!doctype html><title>Engine agreement</title><body><script type=module src=/answer-programs.js></script>',
          ]
  // As strict as a page can be: neither styles nor scripts in the markup, and no text that becomes a script.
  const policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
const display = await startDisplay()

const found = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))
const system = found('chromium')
process.env['E2E_BROWSER'] = 'npm'
const packaged = await browserLaunchOptions()
const all = setUps({
  chromium: [
    ...(system === undefined ? [] : [{ name: 'Chromium', path: system }]),
    { name: 'Chromium of the tests', path: packaged.executablePath },
  ],
  firefox: found('firefox-esr') ?? found('firefox'),
  surf: found('surf'),
  display: display.name,
}).filter(({ name }, index) => values.only === undefined || index === 0 || name.includes(values.only))

const measured: { setUp: SetUp; posted: Posted }[] = []
for (const setUp of all) {
  const posted = await ask(setUp)
  if (posted === null) console.log(setUp.name, 'gave no answer')
  else {
    measured.push({ setUp, posted })
    const agreed = agreementOf(posted)
    console.log(
      setUp.name.padEnd(42),
      `${agreed.agreed} of ${programs}`,
      `pixel ratio ${posted.pixelRatio}`,
      posted.forcedColors ? 'forced colours' : '',
      `${(posted.ms / programs).toFixed(2)} ms`,
      posted.fault ?? '',
      agreed.differing.slice(0, 5).join(' '),
    )
  }
}
await display.stop()
server.close()
server.closeAllConnections()

const reference = measured[0]?.posted.answers ?? []
const emulators = await askEmulators(reference, 200)
for (const { name, right, programs: of } of emulators) console.log(name.padEnd(42), `${right} of ${of} right`)
const result: Result = {
  measuredAt: new Date().toISOString(),
  grammar: grammarVersion,
  source: sourceHash(source),
  programs,
  distinct: new Set(reference).size,
  reference: reference.slice(0, 8).map((answer, n) => [programOf(n), answer] as const),
  setUps: measured.map(({ setUp: { name, engine }, posted }) => ({
    name,
    engine,
    major: majorOf(engine, posted.userAgent),
    pixelRatio: Math.round(posted.pixelRatio * 100) / 100,
    ...agreementOf(posted),
    msPerProgram: Math.round((posted.ms / programs) * 100) / 100,
  })),
  emulators,
}
console.log(JSON.stringify(result.reference))
if (values.only === undefined)
  writeFileSync(new URL('../results/engine-agreement.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
const wrong = result.setUps.filter(({ engine, agreed }) => agreed < programs && engine in agreedEngines)
if (wrong.length > 0 || measured.length < all.length) {
  console.error(`Engines do not agree: ${wrong.map(({ name }) => name).join('; ')}`)
  process.exitCode = 1
}

function agreementOf({ answers }: Posted): { agreed: number; differing: number[] } {
  const against = measured[0]?.posted.answers ?? answers
  const differing = against.flatMap((answer, n) => (answers[n] === answer ? [] : [n]))
  return { agreed: programs - differing.length, differing: differing.slice(0, 20) }
}

async function ask({ open }: SetUp): Promise<Posted | null> {
  const profile = await mkdtemp(join(tmpdir(), 'engine-agreement-'))
  let timer: NodeJS.Timeout | undefined
  const answered = new Promise<Posted | null>((resolve) => {
    onAnswers = resolve
    timer = setTimeout(() => resolve(null), runMsMax)
  })
  const close = open(`http://127.0.0.1:${port}/?count=${programs}`, profile)
  const posted = await answered
  clearTimeout(timer)
  await close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return posted
}

/** As the page draws them. */
function programOf(n: number): number {
  return Math.imul(n + 1, 0x9e3779b1) >>> 0
}

function majorOf(engine: SetUp['engine'], userAgent: string): number {
  const pattern = { Chromium: /Chrome\/(\d+)/u, Firefox: /Firefox\/(\d+)/u, WebKit: /Version\/(\d+)/u }[engine]
  return Number(pattern.exec(userAgent)?.[1] ?? 0)
}
