export { cellOfNumber, cellsMax, numbersOfCell } from './cell-numbers.ts'
export { becomeCell, requireCell, WrongCellError } from './own-cell.ts'
