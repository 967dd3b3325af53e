// The packages lie two folders above, beside this one's frameworks.
export default { turbopack: { root: new URL('../..', import.meta.url).pathname }, devIndicators: false }
