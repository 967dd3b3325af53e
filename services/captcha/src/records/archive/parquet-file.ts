import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { schemaVersion } from './columns.ts'

/** Of a group, which is encoded at one go: more would hold up the rest of the process for longer. */
export const groupRows = 5_000

/** A row as the reader gives it and the writer takes it. */
export type ArchivedRow = Readonly<Record<string, unknown>>

export interface ParquetFile {
  /** About what is in the file by now. */
  readonly bytes: number
  /** Adds a group of rows, column by column. */
  add(columns: readonly { readonly name: string; readonly data: unknown[] }[]): Promise<void>
  /** The whole file. */
  finish(): Promise<Buffer>
}

/** A Parquet file in memory, compressed with Zstandard, which DuckDB, ClickHouse and Arrow read as it is. */
export function createParquetFile(schema: SchemaElement[]): ParquetFile {
  const writer = new ByteWriter(1_048_576)
  const file = new ParquetWriter({
    writer,
    schema,
    codec: 'ZSTD',
    compressors: { ZSTD: (content) => zstdCompressSync(content, { params: compression }) },
    createdBy: 'Bollard',
    kvMetadata: [{ key: 'bollard.schema', value: String(schemaVersion) }],
  })
  return {
    get bytes() {
      return writer.offset
    },
    async add(columns) {
      await file.write({ columnData: columns.map(encodingOf), rowGroupSize: groupRows, pageSize: 262_144 })
      await nextTurn()
    },
    async finish() {
      await file.finish()
      return Buffer.from(writer.getBytes())
    },
  }
}

const compression = { [constants.ZSTD_c_compressionLevel]: 6 }

/** Times of neighbours differ little; ids hardly repeat, so a dictionary of them is thrown away again at best. */
function encodingOf({ name, data }: { readonly name: string; readonly data: unknown[] }) {
  if (name === 'started_at' || name === 'finished_at') return { name, data, encoding: 'DELTA_BINARY_PACKED' as const }
  if (name === 'verification_id') return { name, data, encoding: 'DELTA_BYTE_ARRAY' as const }
  return { name, data }
}

export interface ReadFile {
  /** Its own: an older file may have fewer columns than this release writes. */
  readonly schema: SchemaElement[]
  /** Its rows in order, group by group. */
  groups(): AsyncGenerator<ArchivedRow[]>
}

/** Reads a file of the archive. Throws where it is damaged. */
export async function readParquetFile(content: Buffer): Promise<ReadFile> {
  const file = new Uint8Array(content).buffer
  const metadata: FileMetaData = await parquetMetadataAsync(file)
  return {
    schema: metadata.schema,
    async *groups() {
      let rowStart = 0
      for (const { num_rows: rows } of metadata.row_groups) {
        const rowEnd = rowStart + Number(rows)
        yield await parquetReadObjects({
          file,
          metadata,
          rowStart,
          rowEnd,
          compressors: { ZSTD: (content) => zstdDecompressSync(content) },
        })
        rowStart = rowEnd
      }
    },
  }
}

/** Rows column by column, by the names of a schema's columns. */
export function columnsOf(
  schema: readonly SchemaElement[],
  rows: readonly ArchivedRow[],
): { name: string; data: unknown[] }[] {
  return topLevelOf(schema).map((name) => ({ name, data: rows.map((row) => row[name]) }))
}

/** Names of the columns below the root, whatever they hold. */
function topLevelOf(schema: readonly SchemaElement[]): string[] {
  const names: string[] = []
  let index = 1
  /** Goes over an element with all below it. */
  const skip = (): void => {
    const children = schema[index]?.num_children ?? 0
    index += 1
    for (let child = 0; child < children; child += 1) skip()
  }
  while (index < schema.length) {
    names.push(schema[index]?.name ?? '')
    skip()
  }
  return names
}
