import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSourceFiles, type Node } from './source-files.ts'

/** What a package says of its columns beyond the schema. */
export interface ToldTypes {
  /** Columns of tables, such as `billing.invoices.document`. */
  readonly columns: ReadonlySet<string>
  /** Columns of the rows of a statement, by its name. */
  readonly results: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Reads what `ColumnTypes` and `ResultTypes` in a file of types speak of; nothing where there is no such file. A member of
 * `ResultTypes` is `{ column: Type }` or the name of an interface of the same file.
 */
export function readToldTypes(root: string, path: string): ToldTypes {
  const interfaces = new Map<string, readonly Node[]>()
  if (existsSync(join(root, path)))
    for (const statement of createSourceFiles(root)(path).program.body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declared?.type === 'TSInterfaceDeclaration') interfaces.set(declared.id.name, declared.body.body)
    }
  const results = (interfaces.get('ResultTypes') ?? []).map((member): [string, ReadonlySet<string>] => {
    const type = member.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : undefined
    const members = type?.type === 'TSTypeLiteral' ? type.members : membersOfReference(type, interfaces)
    return [keyOf(member), new Set(members.map(keyOf))]
  })
  return { columns: new Set((interfaces.get('ColumnTypes') ?? []).map(keyOf)), results: new Map(results) }
}

function membersOfReference(type: Node | undefined, interfaces: ReadonlyMap<string, readonly Node[]>): readonly Node[] {
  const name = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
  const members = interfaces.get(name)
  if (members === undefined) throw new Error(`ResultTypes speaks of ${name}, which is no interface of its file`)
  return members
}

function keyOf(member: Node): string {
  if (member.type !== 'TSPropertySignature') return ''
  return member.key.type === 'Literal'
    ? String(member.key.value)
    : member.key.type === 'Identifier'
      ? member.key.name
      : ''
}
