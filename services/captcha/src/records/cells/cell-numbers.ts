/** Cells that numbers of 32 bits with a sign have room for, each with 16 777 215 sites, environments and API keys. */
export const cellsMax = 128

const bitsInside = 24

/** The cell that gave a site, an environment or an API key its number. */
export function cellOfNumber(id: number): number {
  return id >>> bitsInside
}

/** The numbers that a cell gives. */
export function numbersOfCell(cell: number): { readonly min: number; readonly max: number } {
  return { min: Math.max(1, cell * 2 ** bitsInside), max: (cell + 1) * 2 ** bitsInside - 1 }
}
