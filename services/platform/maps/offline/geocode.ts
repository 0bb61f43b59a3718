import type { GeocodeAnswer } from '../provider.ts';
import type { Gazetteer } from './gazetteer.ts';
import { middleOfCity, placeAt } from './places.ts';
import { parseAddress, type ParsedAddress } from './parse-address.ts';

const hint = 'such as "Austin, TX 78704"';

const whyNot = ({ street, city, state, unknownZip }: ParsedAddress): string => {
  if (unknownZip !== null) return `We do not know the ZIP code ${unknownZip}. Check it, or add the city and state.`;
  if (city !== null && state !== null) return `We do not know ${city}, ${state}. Add the ZIP code.`;
  if (street === '' && state === null) return `Enter an address with its city and state or its ZIP code, ${hint}.`;
  return `We could not locate this address. Add the city and state or the ZIP code, ${hint}.`;
};

/** Locates an address by its ZIP code, else by city and state. The street is kept as written and not checked. */
export const locate = (places: Gazetteer, address: string): GeocodeAnswer => {
  const parsed = parseAddress(places, address);
  const { street, row, cityNumber, state, elsewhere } = parsed;
  if (row !== null) {
    const { city, ...place } = placeAt(places, row);
    if (elsewhere !== null)
      return {
        success: false,
        error: `The ZIP code ${place.zipCode} is not in ${elsewhere}. Please check the address.`,
      };
    const town = parsed.city ?? city;
    const formattedAddress = joined(street, town, `${place.state} ${place.zipCode}`);
    return { success: true, ...place, city: town, formattedAddress, precision: 'zip' };
  }
  if (cityNumber !== null && state !== null) {
    const town = parsed.city ?? '';
    const formattedAddress = joined(street, town, state);
    const middle = middleOfCity(places, cityNumber);
    return { success: true, ...middle, formattedAddress, precision: 'city', city: town, state, zipCode: null };
  }
  return { success: false, error: whyNot(parsed) };
};

/** "street, city, state and ZIP", without a street where there is none. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');
