/** `npm run build`: builds what is stale, or all of it with `--force`. */
import { build, install } from './prepare.mjs'

await install()
await build(process.argv.slice(2)).catch(() => process.exit(1))
