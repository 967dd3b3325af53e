/**
 * Counts passages of six or more lines that are copies of an earlier one, and files by size; part of `npm run check`. Ends with 1
 * where a passage of security code is copied, or where there are `copiesMax` copies or more in the source.
 *
 * Blank lines, comments, imports and lines of brackets alone do not count, since they repeat without saying anything.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const linesMin = 6
const copiesMax = 50

/** Bots of strangers stay as they were written, examples show whole servers and forms, and generated files repeat by nature. */
const leftOut =
  /^(?:benchmarks\/bot-lab\/|e2e\/(?:migration|libraries)\/|client\/[\w-]+\/examples\/|.*\/(?:assembly|generated)\/)/u
const tests = /\.(?:test|spec)\.tsx?$|\/testing\/|^(?:benchmarks|e2e)\//u
/** Where a copy that misses a fix lets somebody in. */
const security =
  /^(?:packages\/(?:access|addresses|audit|engine-proof|export-file|http|proof-of-work|visitor-credentials|webhooks)|services\/\w+\/src\/(?:access|auth|edge|redemption|session|passkey|password|second-factor))\//u
const imports = /^(?:import\b|export\b(?=[^;='"`]*\bfrom '))[^;'"`]*?(?:from )?'[^']*'.*$/gmu
const saysNothing = /^(?:[\s\])}>;,({[<]*|(?:\/\/|\/\*|\*|--).*)$/u

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !leftOut.test(file))
  // So that the copy is the test, and not what it tests.
  .toSorted((a, b) => Number(tests.test(a)) - Number(tests.test(b)))

/** Where each passage stands first. */
const first = new Map()
const copies = []
const sizes = []
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text
    .replaceAll(imports, (found) => found.replaceAll(/[^\n]/gu, ''))
    .split('\n')
    .map((line, index) => ({ said: line.trim(), place: `${file}:${index + 1}` }))
  sizes.push({ file, size: lines.length })
  const telling = lines.filter(({ said }) => !saysNothing.test(said))
  let copiedUntil = -1
  for (let at = 0; at + linesMin <= telling.length; at++) {
    const passage = telling.slice(at, at + linesMin)
    const key = passage.map(({ said }) => said).join('\n')
    const [{ place }] = passage
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, { file, place, at })
    // A list of alike lines overlaps itself.
    else if (earlier.file !== file || at - earlier.at >= linesMin) {
      if (at > copiedUntil) copies.push({ file, place, of: earlier.place })
      copiedUntil = at + linesMin
    }
  }
}

const inSource = copies.filter(({ file }) => !tests.test(file))
const inSecurity = inSource.filter(({ file, of }) => security.test(file) || security.test(of))
sizes.sort((a, b) => a.size - b.size)
const sizeAt = (share) => sizes[Math.floor(sizes.length * share)].size
console.log(
  `${sizes.length} files: half have at most ${sizeAt(0.5)} lines, nine of ten ${sizeAt(0.9)}; ${sizes.filter(({ size }) => size <= 30).length} have 30 or fewer; longest ${sizes
    .slice(-3)
    .map(({ file, size }) => `${file} (${size})`)
    .join(', ')}`,
)
console.log(
  `${copies.length} copied passages of ${linesMin} or more lines, ${inSource.length} of them in source, ${inSecurity.length} in security code`,
)
if (process.argv.includes('--list')) for (const { place, of } of inSource) console.log(`${place} = ${of}`)
for (const { place, of } of inSecurity) console.error(`copied in security code: ${place} = ${of}`)
if (inSource.length >= copiesMax)
  console.error(`${inSource.length} copied passages in source, ${copiesMax - 1} may be (--list shows them)`)
process.exitCode = inSecurity.length > 0 || inSource.length >= copiesMax ? 1 : 0
