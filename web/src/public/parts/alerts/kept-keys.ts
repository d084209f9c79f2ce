/** Where a device keeps which alerts its person has put away, by what they say. */
export const PUT_AWAY = 'alertas';
