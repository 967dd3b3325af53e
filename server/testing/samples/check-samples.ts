// `node server/testing/samples/check-samples.ts [language …]`: parses the code of every operation in the reference with the tools of each
// language that this machine has (python3, php-cli, ruby, golang-go and default-jdk-headless of Debian), and says which it lacks.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type SampleLanguage, sampleLanguages } from '@bollard/api-reference'
import { writeSamples } from './write-samples.ts'

/** How a language checks files without running them. Each takes as many as it is given. */
const checks: Readonly<
  Record<SampleLanguage, { tool: string; check: (files: readonly string[], folder: string) => void }>
> = {
  curl: { tool: 'bash', check: (files) => files.forEach((file) => run('bash', ['-n', file])) },
  javascript: {
    tool: process.execPath,
    check: (files) => files.forEach((file) => run(process.execPath, ['--check', file])),
  },
  python: {
    tool: 'python3',
    check: (files, folder) => {
      const list = join(folder, 'files.txt')
      writeFileSync(list, files.join('\n'))
      run('python3', [
        '-c',
        `import ast,sys\nfor f in open(${JSON.stringify(list)}).read().split("\\n"): ast.parse(open(f).read(), f)`,
      ])
    },
  },
  php: { tool: 'php', check: (files) => files.forEach((file) => run('php', ['-l', file])) },
  ruby: { tool: 'ruby', check: (files) => run('ruby', ['-wc', ...files]) },
  // The compiler finds imports that nothing uses, which a parser would let pass. All programs are one module.
  go: {
    tool: 'go',
    check: (_files, folder) => {
      writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n')
      run('go', ['vet', './...'], folder)
    },
  },
  // All at once, each class in a package of its own.
  java: {
    tool: 'javac',
    check: (files, folder) => {
      for (const file of files)
        writeFileSync(file, `package samples.${basename(dirname(file))};\n${readFileSync(file, 'utf8')}`)
      run('javac', ['-proc:none', '-d', join(folder, 'classes'), ...files])
    },
  },
}

const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bollard-samples-'))
let failed = 0
try {
  for (const { id, title } of sampleLanguages.filter((one) => wanted.length === 0 || wanted.includes(one.id))) {
    const { tool, check } = checks[id]
    if (spawnSync('which', [tool]).status !== 0) {
      console.log(`${title}: not checked, this machine has no ${tool}`)
      continue
    }
    const files = writeSamples(id, { serverUrl: 'https://captcha.example.org', folder: join(folder, id) })
    try {
      check(
        files.map(({ file }) => file),
        join(folder, id),
      )
      console.log(`${title}: ${files.length} programs are valid`)
    } catch (error) {
      failed += 1
      console.log(`${title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1

function run(command: string, args: readonly string[], cwd?: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
}
