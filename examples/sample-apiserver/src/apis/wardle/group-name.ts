export const groupName = 'wardle.example.com';
