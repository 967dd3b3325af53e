/** `npm start`: installs, builds and starts what is needed. `npm start -- --help` says more, before anything is installed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, refuseNewPackages, refuseOldNode, root, serve } from './prepare.mjs'

refuseOldNode()
const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(readFileSync(join(root, 'server/help.txt'), 'utf8'))
  process.exit(0)
}
try {
  if (args[0] === 'reload') {
    refuseNewPackages()
    await build()
  } else {
    await install()
    // Other commands need no pages, and neither has a probe or a gateway any that are built.
    if ((args[0] === undefined || args[0].startsWith('-')) && !['probe', 'gateway'].includes(process.env['ROLE'] ?? ''))
      await build(['--before-start'])
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
serve(args)
