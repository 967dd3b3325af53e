/**
 * Solves A·x = b for a symmetric, positive definite A given by rows, by Cholesky's decomposition. Throws a RangeError when A
 * is not positive definite.
 */
export function solveSymmetric(a: readonly Float64Array[], b: Float64Array): Float64Array {
  const size = b.length
  const lower = Array.from({ length: size }, () => new Float64Array(size))
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = at(a, row, column)
      for (let k = 0; k < column; k++) rest -= at(lower, row, k) * at(lower, column, k)
      if (row === column && !(rest > 0)) throw new RangeError('the matrix is not positive definite')
      set(lower, row, column, row === column ? Math.sqrt(rest) : rest / at(lower, column, column))
    }
  }
  const x = Float64Array.from(b)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) x[row] = (x[row] ?? 0) - at(lower, row, k) * (x[k] ?? 0)
    x[row] = (x[row] ?? 0) / at(lower, row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) x[row] = (x[row] ?? 0) - at(lower, k, row) * (x[k] ?? 0)
    x[row] = (x[row] ?? 0) / at(lower, row, row)
  }
  return x
}

function at(matrix: readonly Float64Array[], row: number, column: number): number {
  return matrix[row]?.[column] ?? 0
}

function set(matrix: readonly Float64Array[], row: number, column: number, value: number): void {
  const line = matrix[row]
  if (line) line[column] = value
}
