import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSourceFiles, visit } from './source-files.ts'

/** What a package says of its columns beyond the schema, by key. */
export interface ToldTypes {
  /** `billing.invoices.lines` */
  readonly columns: ReadonlySet<string>
  /** `billing-invoice.lines` */
  readonly results: ReadonlySet<string>
}

/** Reads the keys of `ColumnTypes` and `ResultTypes` in a file of types; none where there is no such file. */
export function readToldTypes(root: string, path: string): ToldTypes {
  const keys = { ColumnTypes: new Set<string>(), ResultTypes: new Set<string>() }
  if (existsSync(join(root, path)))
    visit(createSourceFiles(root)(path).program, (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || !(node.id.name in keys)) return
      for (const member of node.body.body)
        if (member.type === 'TSPropertySignature' && member.key.type === 'Literal')
          keys[node.id.name as keyof typeof keys].add(String(member.key.value))
    })
  return { columns: keys.ColumnTypes, results: keys.ResultTypes }
}
