// The parts of Asio and Beast that are no templates, compiled once here for the whole program.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
