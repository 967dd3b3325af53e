// Draws the map of the dashboard's statistics from Natural Earth, which is in the public domain, as the package world-atlas has it:
// `node tools/draw-world.mjs`. One path for each country in the Equal Earth projection, a dot for each that is too small for one.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const output = new URL('../sites/dashboard/app/captcha/statistics/generated/world.json', import.meta.url)
/** Units across; a country is drawn to whole ones. */
const width = 2_000
/** The map is cut opposite to this meridian, through the Bering Strait and no country. */
const middle = 11
/** No one lives there all year, and they would take a fifth of the map. */
const leftOut = new Set(['AQ', 'TF'])
/** What Natural Earth draws apart and ISO 3166-1 does not list: where an address there is counted. */
const unlisted = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' }

const coarse = readAtlas(require.resolve('world-atlas/countries-110m.json'))
const fine = readAtlas(require.resolve('world-atlas/countries-50m.json'))
const shapes = new Map()
for (const { code, polygons } of coarse) shapes.set(code, [...(shapes.get(code) ?? []), ...polygons])
const bounds = boundsOf([...shapes.values()].flat(2))
const scale = width / (bounds.right - bounds.left)
const place = ([x, y]) => [Math.round((x - bounds.left) * scale), Math.round((bounds.top - y) * scale)]

const countries = Object.fromEntries(
  [...shapes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, polygons]) => [code, pathOf(polygons)]),
)
const dots = Object.fromEntries(
  fine
    .filter(({ code }) => !(code in countries))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, polygons }) => [code, middleOf(polygons)]),
)
const height = Math.ceil((bounds.top - bounds.bottom) * scale)
writeFileSync(output, `${JSON.stringify({ width, height, countries, dots }, null, 2)}\n`)

/** Countries with their polygons, each a list of rings of projected points. */
function readAtlas(file) {
  const atlas = JSON.parse(readFileSync(file, 'utf8'))
  const { scale: step, translate: start } = atlas.transform
  const arcs = atlas.arcs.map((arc) => {
    const at = [0, 0]
    return arc.map(([x, y]) => {
      at[0] += x
      at[1] += y
      return [at[0] * step[0] + start[0] - middle, at[1] * step[1] + start[1]]
    })
  })
  const arcOf = (index) => (index < 0 ? arcs[~index].toReversed() : arcs[index])
  // The end of an arc is the beginning of the next one.
  const ringOf = (indices) => indices.flatMap((index) => arcOf(index).slice(1))
  return atlas.objects.countries.geometries.flatMap(({ id, type, arcs: parts, properties }) => {
    const code = id === undefined ? unlisted[properties.name] : new Intl.Locale(`und-${id}`).region
    if (code === undefined || leftOut.has(code)) return []
    const polygons = type === 'Polygon' ? [parts] : parts
    return [
      { code, polygons: polygons.map((rings) => rings.flatMap((indices) => cut(ringOf(indices))).map(projectRing)) },
    ]
  })
}

/** The parts of a ring, each within 180 degrees of the middle. */
function cut(ring) {
  let turn = 0
  const unrolled = ring.map(([x, y], index) => {
    const before = ring[index - 1]?.[0] ?? x
    turn += x - before > 180 ? -360 : before - x > 180 ? 360 : 0
    return [x + turn, y]
  })
  return [-360, 0, 360]
    .map((shift) => unrolled.map(([x, y]) => [x + shift, y]))
    .map((shifted) => keepBeyond(keepBeyond(shifted, -180, 1), 180, -1))
    .filter((part) => part.length > 2)
}

/** What of a ring lies on one side of a meridian (Sutherland and Hodgman). */
function keepBeyond(ring, edge, side) {
  return ring.flatMap(([x, y], index) => {
    const [beforeX, beforeY] = ring.at(index - 1)
    const [isIn, wasIn] = [(x - edge) * side >= 0, (beforeX - edge) * side >= 0]
    const crossing = [edge, beforeY + ((y - beforeY) * (edge - beforeX)) / (x - beforeX)]
    return [...(isIn === wasIn ? [] : [crossing]), ...(isIn ? [[x, y]] : [])]
  })
}

function projectRing(ring) {
  return ring.map(([longitude, latitude]) => project(longitude, latitude))
}

/** Equal Earth, by Šavrič, Patterson and Jenny (2018): areas keep their proportions. */
function project(longitude, latitude) {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796]
  const radians = Math.PI / 180
  const t = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * radians))
  const [t2, t6] = [t ** 2, t ** 6]
  const x =
    (2 * Math.sqrt(3) * longitude * radians * Math.cos(t)) / (3 * (a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2)))
  return [x, t * (a1 + a2 * t2 + t6 * (a3 + a4 * t2))]
}

function boundsOf(rings) {
  const points = rings.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, bottom, top] = [xs, ys].flatMap((list) => [
    list.reduce((least, value) => Math.min(least, value)),
    list.reduce((most, value) => Math.max(most, value)),
  ])
  return { left, right, bottom, top }
}

/** Steps between points in whole units; an island that becomes a line is left out. */
function pathOf(polygons) {
  return polygons
    .flat()
    .map((ring) =>
      ring.map(place).filter(([x, y], index, all) => x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1]),
    )
    .filter((ring) => ring.length > 3)
    .map(([[startX, startY], ...rest]) => {
      const at = [startX, startY]
      const steps = rest.map(([x, y]) => {
        const step = `${x - at[0]} ${y - at[1]}`
        at[0] = x
        at[1] = y
        return step
      })
      return `M${startX} ${startY}l${steps.join(' ')}z`.replaceAll(' -', '-')
    })
    .join('')
}

/** The middle of the largest part. */
function middleOf(polygons) {
  const [largest] = polygons
    .map(([outer]) => boundsOf([outer]))
    .toSorted((a, b) => (b.right - b.left) * (b.top - b.bottom) - (a.right - a.left) * (a.top - a.bottom))
  return place([(largest.left + largest.right) / 2, (largest.top + largest.bottom) / 2])
}
