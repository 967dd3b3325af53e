/** `npm run examples`: calls every operation of the API, and writes what was asked and answered into the file of examples that `/openapi.json` shows. */
import { build, install, projectNode, run } from './prepare.mjs'

await install()
await build(['--clients'])
await run(projectNode(), ['server/testing/description/write-examples.ts'])
  .then(() => run('oxfmt', ['packages/api-reference/examples.json', 'packages/api-reference/rate-limits.json']))
  .catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
