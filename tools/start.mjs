import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { build, environment, install, projectNode, root } from './prepare.mjs'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Bollard needs Node 20 or newer to begin; this is ${process.versions.node}.`)
  process.exit(1)
}

const args = process.argv.slice(2)
const onlyHelp = args.includes('--help')

try {
  // The help needs packages, but no particular state of them.
  if (!onlyHelp || !existsSync(projectNode())) await install()
  if (!onlyHelp) await build(['--before-start'])
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

// The channel tells the server when this process is killed without a chance to pass that on.
const server = spawn(projectNode(), ['server/main.ts', ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: environment(),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
