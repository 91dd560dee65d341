export const settings = { size: 5, port: 8080 };
