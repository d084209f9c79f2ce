/** The look that the style sheets contain: a town with another one gets what differs in its documents. */
export const BUILT_LOOK = { second: '#ffc631', skyline: 'mesetas', photo: { x: 50, y: 50 } } as const;
