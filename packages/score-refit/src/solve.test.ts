import { expect, test } from 'vitest'
import { solveSymmetric } from './solve.ts'

const rows = (...values: number[][]): Float64Array[] => values.map((row) => Float64Array.from(row))

test('what it finds solves the equations', () => {
  const matrix = rows([4, 2, 0.6], [2, 5, 1], [0.6, 1, 3])
  const b = Float64Array.of(1, -2, 0.5)
  const x = solveSymmetric(matrix, b)
  matrix.forEach((row, index) =>
    expect(row.reduce((sum, value, column) => sum + value * (x[column] ?? 0), 0)).toBeCloseTo(b[index] ?? 0, 12),
  )
})

test('a matrix that is not positive definite is refused', () => {
  expect(() => solveSymmetric(rows([1, 2], [2, 1]), Float64Array.of(1, 1))).toThrow(RangeError)
  expect(() => solveSymmetric(rows([0]), Float64Array.of(1))).toThrow(RangeError)
})
