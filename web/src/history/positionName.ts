/*
 * A name and a colour for every position: the same on every device and in every language, so that people can speak of "Turbo Kiwi".
 * Both follow from the position as the C code writes it, and from nothing else; there are 10,000 names in 24 colours, so a name is a
 * nickname and no key. The lists never change: a word more, and every position would be called something else.
 */
const FIRST = (
  "Alpha Aqua Astro Atlas Aurora Bingo Bolero Bravo Canyon Cargo Casino Chili Cobalt Comet Coral Cosmo Delta Diesel Disco Domino " +
  "Echo Eldorado Elektra Epsilon Extra Fiasco Flamenco Forte Galaxy Gamma Gecko Giga Halo Helix Hippo Hydra Indigo Iris Jazz Jumbo Jupiter " +
  "Kappa Karma Kilo Lambda Largo Lava Limbo Lotus Luna Macro Magma Mambo Mega Metro Mikado Mini Mistral Mono Motto Nano Nebula Neon " +
  "Nitro Nova Omega Opal Orbit Orion Panorama Pico Pixel Pluto Pogo Polka Presto Prisma Pronto Quasar Radar Radio Rumba Safari Samba " +
  "Saturn Sierra Sigma Silo Solar Sonar Super Tango Tempo Terra Tornado Turbo Ultra Vega Video Zigzag"
).split(" ");
const SECOND = (
  "Anaconda Avocado Balalaika Banjo Baobab Basalt Bongo Bonsai Boomerang Cactus Cello Chihuahua Cobra Condor Dingo Dodo Dragon Dynamo " +
  "Eureka Falafel Flamingo Fado Gaucho Ginkgo Gnu Gong Gorilla Guru Hula Hibiscus Ibis Igloo Jaguar Jojoba Judo Kaki Karaoke Kayak " +
  "Kimono Kiwi Koala Koto Lama Lasso Lemur Lychee Macaw Mamba Mango Marimba Moai Mazurka Mustang Ninja Oboe Okapi Origami Oryx Panda " +
  "Papaya Pasta Piano Piranha Pizza Polo Puma Pyramid Paprika Quokka Raptor Ragtime Ravioli Robo Rodeo Rondo Sambal Sauna Sequoia Shiba " +
  "Sitar Soda Sombrero Surf Sumo Sushi Taco Tapir Tatami Tiki Tiramisu Tofu Totem Tuba Tundra Ukulele Vector Wasabi Yeti Yoga Zebra"
).split(" ");
export const NAME_WORDS = { first: FIRST, second: SECOND };
const HUES = 24;

/* FNV-1a over 32 bits, then the last mixing step of MurmurHash3, so that positions that differ in one cell are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

interface PositionName {
  name: string;
  hue: number; // degrees
}

export function positionName(position: string): PositionName {
  const hash = hashOf(position);
  const [first, second] = [hash % 100, Math.floor(hash / 100) % 100];
  const hue = (Math.floor(hash / 10_000) % HUES) * (360 / HUES);
  return { name: `${FIRST[first] ?? ""} ${SECOND[second] ?? ""}`, hue };
}
