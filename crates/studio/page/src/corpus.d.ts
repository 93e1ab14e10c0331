declare module "corpus" {
  const examples: { name: string; title: string; text: string }[];
  export default examples;
}
