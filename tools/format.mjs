/** `npm run format`: formats every file, or those that are named. */
import { install, run } from './prepare.mjs'

await install()
await run('oxfmt', process.argv.slice(2)).catch(() => process.exit(1))
