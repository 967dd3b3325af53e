export { csvCell, csvHead, csvLine, toCsv } from './csv.ts'
export { type ExportPart, filesOf, type ZipFile } from './files-of.ts'
export { zipFiles } from './zip-files.ts'
