export { cellOfNumber, cellsMax, numbersOfCell } from './cell-numbers.ts'
export { addEntries, compareDirectory, type DirectoryDifferences } from './compare-directory.ts'
export { becomeCell, requireCell, WrongCellError } from './own-cell.ts'
export { eraseSite } from '../erasure/erase-site.ts'
