/** `npm run rows`: writes the types of the rows of every named statement, as the migrated schema has them (0057). */
import { spawnSync } from 'node:child_process'
import { install, isMain, projectNode, root } from './prepare.mjs'

if (isMain(import.meta.url)) {
  await install()
  process.exit(spawnSync(projectNode(), ['tools/rows/generate-rows.ts'], { cwd: root, stdio: 'inherit' }).status ?? 1)
}
