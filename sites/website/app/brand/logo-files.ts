/** Addresses of the files in `files/`: the shapes of `Logo` in `packages/ui`, with the name as an outline of its typeface. */
const files = import.meta.glob<string>('./files/*.{svg,png}', { query: '?url', import: 'default', eager: true })

export const shapes = ['logo', 'mark'] as const
export const grounds = ['light', 'dark', 'plain'] as const
export type Shape = (typeof shapes)[number]
export type Ground = (typeof grounds)[number]

const endings = { light: 'on-light', dark: 'on-dark', plain: 'one-colour' } satisfies Record<Ground, string>

/** One file to download: its name and where it lies. */
export function logoFile(shape: Shape, ground: Ground, format: 'svg' | 'png'): { name: string; address: string } {
  const name = `bollard-${shape}-${endings[ground]}.${format}`
  return { name, address: files[`./files/${name}`] ?? '' }
}
