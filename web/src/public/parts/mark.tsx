/** The town's mark: sun and lake in its landscape. */
export const Mark = () => <span className="mark" />;
